"""What a reader does beside reading: practise, ask, remember. The hook is practice.py."""
