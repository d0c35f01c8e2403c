import numpy as np


def relative_update(before, after):
    r"""How far a block moves the stream, as a share of the stream's length.

    $$ r = \frac{\lVert x_{l+1} - x_l\rVert}{\lVert x_l\rVert} $$

    Shapes: before and after (..., d), all rows together; returns a number. Errors: none.
    Source: the measure behind the block influence of depth-pruning studies; 0 means that the block does nothing.
    """
    return float(np.linalg.norm(after - before) / np.linalg.norm(before))
