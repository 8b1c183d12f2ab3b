"""What a plain question tells by its kind: a usual computer, a server, mixtures of experts, whose a computer is.

Door: `usual_computer`.
"""
