"""Pictures."""


class Png(bytes):
    """A PNG file. Jupyter displays it."""

    __slots__ = ()

    def _repr_png_(self):
        return bytes(self)


def render(model, pose=None, *, width=640, height=640, view="three-quarter", skeleton=False):
    """Draws a pose of a model, or its saved pose.

    ``pose`` has shape ``(joints, 10)``. ``view`` is front, back, left, right, top, three-quarter, or ``"AZ,EL"`` in
    degrees. With ``skeleton`` the joints are drawn over the surface. Raises ``KansetsuError`` for a size or view that
    cannot be drawn.
    """
    picture = type(model)._render
    return Png(picture(model, pose, width=width, height=height, view=view, skeleton=skeleton))
