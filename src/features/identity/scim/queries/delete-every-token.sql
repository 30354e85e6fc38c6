DELETE FROM scim_tokens RETURNING organization_id, id, name
