-- Neither revision nor times move: the secret is the same. Not written over a secret that changed meanwhile.
UPDATE rows SET secrets = $5
WHERE organization_id = $1 AND kind = $2 AND id = $3 AND secrets = $4
RETURNING id
