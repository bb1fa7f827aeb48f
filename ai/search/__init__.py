"""Search kernels: playouts, expectation over worlds, tree search, exact solving. All compiled.

They work on imagined positions (``View.sample``) and never see a real one.
"""
