"""Simple modifiers in their best places: on the dice that lie there, and on all that may yet be thrown."""
