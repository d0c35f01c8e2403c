SEEDS = (1620301, 902131457, 1731054321, 417202733)


def demo_paths(subjects):
    """What the explorer of gradient paths shows before anybody touches it.

    subjects: all references and instruments, by name. Returns plain data: `presets`, cases with a question, its
    answer and the values that the browser has to reproduce; `tables`, (caption, heads, rows) of text for readers
    without scripts; `seeds`, of the draws on offer. Errors: none. Source: written for the demos of this site.
    """
    presets = [
        {"name": "pre", "title": "24 pre-norm sub-layers", "setting": ("pre", "linear", 24, 1.0),
         "about": "Random linear branches that write as much as they read (c = 1).",
         "question": "How long is the part of the gradient that came along the skips alone, in percent of the whole?",
         "unit": "%"},
        {"name": "post", "title": "24 post-norm sub-layers", "setting": ("post", "linear", 24, 1.0),
         "about": "The same branches. The skip path passes 24 norms.",
         "question": "The skip path alone keeps about 2⁻¹² of the gradient. What does the gradient as a whole keep?",
         "choices": ["about 2⁻¹² as well", "about a tenth", "about all of its length"], "answer": 2},
        {"name": "deaf", "title": "Post-norm, branches that ignore the stream",
         "setting": ("post", "constant", 24, 1.0),
         "about": "Each branch writes a vector of its own, whatever the stream holds: cross-attention, in the limit.",
         "question": "And now, with nothing coming back through the branches?",
         "choices": ["about 2⁻¹²", "about a tenth", "about all of its length"], "answer": 0},
        {"name": "small", "title": "24 pre-norm sub-layers, small branches", "setting": ("pre", "linear", 24, 0.1),
         "about": "Branches that write a tenth of the variance that they read (c = 0.1).",
         "question": "How long is the part along the skips alone now, in percent of the whole?",
         "unit": "%"},
    ]
    names = ("placement", "branch", "depth", "gain")
    for preset in presets:
        preset["setting"] = dict(zip(names, preset["setting"], strict=True))
        preset["reference"] = subjects["path_shares"](**preset["setting"], seed=SEEDS[0], subjects=subjects)
        preset.setdefault("answer", 100 * preset["reference"]["share"])
    heads = ["Stack", "c", "Along the skips alone", "In all", "Share of the skips"]
    rows = []
    for preset in presets:
        found = preset["reference"]
        factors = [f"{found['skip']:.3g}", f"{found['total']:.3g}", f"{100 * found['share']:.3g} %"]
        rows.append([preset["title"], f"{preset['setting']['gain']:g}", *factors])
    caption = "Factors by which the length of a gradient changes over 24 sub-layers"
    return {"seeds": SEEDS, "presets": presets, "tables": [(caption, heads, rows)]}
