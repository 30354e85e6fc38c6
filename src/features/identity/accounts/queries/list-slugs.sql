-- The slug itself and its numbered siblings: what begins with it and a hyphen, byte by byte.
SELECT slug FROM organizations WHERE slug = :base OR (slug >= :base || '-' AND slug < :base || '.')
