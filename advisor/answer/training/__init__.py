"""Fine-tuning and pre-training.

Door: finetune.py.
"""
