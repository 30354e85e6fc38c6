-- Whether any page is open: mostly none is, and nothing else is looked for.
SELECT id FROM pages WHERE closed_at IS NULL LIMIT 1
