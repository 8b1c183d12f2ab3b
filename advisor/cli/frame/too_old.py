"""What is said on a processor that cannot run Qt. Imports nothing: the built app asks before anything else."""

TOO_OLD = (
    "This CPU is too old for Rig Advisor: it lacks the SSE4.2 and POPCNT instructions that nearly all have "
    "had since 2011.\n"
)
