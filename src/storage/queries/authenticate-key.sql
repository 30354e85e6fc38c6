-- The key, its organization and the row asked for, in one round trip. What is about the credential comes as
-- one value: every further column costs its description on the wire at every request.
-- @param kind, id: nullable
-- @result credential: !
SELECT json_build_object('id', key.id, 'name', key.name, 'scopes', key.scopes, 'last_used_at',
  key.last_used_at,
    'expires_at', key.expires_at,
    'organization', json_build_object('id', organization.id, 'slug', organization.slug,
      'name', organization.name, 'plan', organization.plan, 'ipAllowlist', organization.ip_allowlist))::text
    AS credential,
  rows.managed_by, rows.revision, rows.revision || ' ' || rows.updated_at || ' ' || rows.state AS version,
  json_build_array(natural_key, configuration, secrets, state, rows.created_at, rows.updated_at)::text AS text
FROM api_keys AS key
JOIN organizations AS organization ON organization.id = key.organization_id
LEFT JOIN rows ON rows.organization_id = key.organization_id AND rows.kind = :kind AND rows.id = :id
WHERE key.hash = :hash AND key.revoked_at IS NULL
