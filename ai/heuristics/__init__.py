"""Rules of thumb, one module a rule set: cheap, and worth an evening against a newcomer.

Each has ``pick(public, seat, hand …, rng)``, a pure function of the public part and the seat's
own cards, which playouts call inside compiled code, and ``pick_for(view, rng)`` for players.
"""
