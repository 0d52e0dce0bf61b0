"""A view in; a scene, and from it text or a picture, out."""
