import numpy as np


def residual_init_scale(layers, sublayers=2):
    r"""GPT-2's factor for the initial weights that write into the stream.

    $$ s = \frac{1}{\sqrt{N}}, \qquad N = \text{layers} \times \text{sublayers} $$

    layers: Transformer layers; sublayers: residual additions in each (attention and feed-forward: 2). Returns a number.
    Errors: none. Source: GPT-2 report, section 2.3 (N is the number of residual layers); line 448 of Hugging Face's
    `modeling_gpt2.py`, 5.24.0, divides the standard deviation by sqrt(2 n_layer).
    """
    return 1 / np.sqrt(layers * sublayers)
