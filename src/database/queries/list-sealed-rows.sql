-- Rows with secrets, in the order of their keys, after the one named.
SELECT organization_id, kind, id, secrets
FROM rows
WHERE secrets <> '{}' AND (organization_id, kind, id) > (:after_organization_id, :after_kind, :after_id)
ORDER BY organization_id, kind, id
LIMIT :limit
