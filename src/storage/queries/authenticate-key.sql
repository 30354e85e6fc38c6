-- The key, its organization and the row asked for, in one round trip. What is about the credential comes as
-- one value: every further column costs its description on the wire at every request. Who has a version of the row
-- already is sent neither its version nor its text.
-- @param kind, id, version: nullable
-- @result credential: !
SELECT json_build_object('id', key.id, 'name', key.name, 'scopes', key.scopes, 'connector_id', key.connector_id, 'last_used_at',
  key.last_used_at,
    'expires_at', key.expires_at,
    'organization', json_build_object('id', organization.id, 'slug', organization.slug,
      'name', organization.name, 'plan', organization.plan, 'ipAllowlist', organization.ip_allowlist))::text
    AS credential,
  found.managed_by, found.revision,
  CASE WHEN found.version IS DISTINCT FROM :version THEN found.version END AS version,
  CASE WHEN found.version IS DISTINCT FROM :version THEN
    json_build_array(natural_key, configuration, secrets, state, found.created_at, found.updated_at)::text END
    AS text
FROM api_keys AS key
JOIN organizations AS organization ON organization.id = key.organization_id
LEFT JOIN LATERAL (
  SELECT rows.*, revision || ' ' || updated_at || ' ' || state AS version
  FROM rows
  WHERE rows.organization_id = key.organization_id AND rows.kind = :kind AND rows.id = :id
  OFFSET 0
) AS found ON true
WHERE key.hash = :hash AND key.revoked_at IS NULL
