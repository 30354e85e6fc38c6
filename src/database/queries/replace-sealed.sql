-- Neither revision nor times move: the secret is the same. Not written over a secret that changed meanwhile.
UPDATE rows SET secrets = :after
WHERE organization_id = :organization_id AND kind = :kind AND id = :id AND secrets = :before
RETURNING id
