"""What a plain question tells by its kind alone: a usual computer, a server, mixtures of experts, and whose a
computer is.

Door: `usual_computer`.
"""
