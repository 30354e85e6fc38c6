-- The slug itself and its numbered siblings: what begins with it and a hyphen, byte by byte.
SELECT slug FROM organizations WHERE slug = $1 OR (slug >= $1 || '-' AND slug < $1 || '.')
