"""One question (rig, model, workload) to one answer with its terms."""
