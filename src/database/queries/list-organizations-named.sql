SELECT id, slug, name FROM organizations WHERE id = :name OR slug = :name
