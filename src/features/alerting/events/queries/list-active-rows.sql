-- Rows whose time is not over.
SELECT id, configuration, state FROM rows
WHERE organization_id = :organization_id AND kind = :kind AND (key_held_until IS NULL OR key_held_until > :now)
ORDER BY id DESC
LIMIT :limit
