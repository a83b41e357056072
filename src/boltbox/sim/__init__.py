"""How fast can the same rules be? Kernels that agree with `rules/` action for action, and studies on them."""
