-- Rows with secrets, in the order of their keys, after the one named.
SELECT organization_id, kind, id, secrets
FROM rows
WHERE secrets <> '{}' AND (organization_id, kind, id) > ($1, $2, $3)
ORDER BY organization_id, kind, id
LIMIT $4
