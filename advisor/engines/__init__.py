"""Programs of others that run models on this computer: found, asked to run one for real, and left as they were.

Only this computer is asked (`loopback`), nothing is downloaded. Each engine is a file; what all are asked is `trial`.
Door: `run_trial` in `engine`.
"""
