DELETE FROM scim_tokens WHERE organization_id = :organization_id AND id = :id
RETURNING name
