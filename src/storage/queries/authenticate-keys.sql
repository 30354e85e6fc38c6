-- authenticate-key.sql for several at once; place counts the asked from 1.
-- @param kind, id: nullable
-- @result place, credential: !
SELECT asked.place::int AS place,
  json_build_object('id', key.id, 'name', key.name, 'scopes', key.scopes, 'last_used_at', key.last_used_at,
    'expires_at', key.expires_at,
    'organization', json_build_object('id', organization.id, 'slug', organization.slug,
      'name', organization.name, 'plan', organization.plan, 'ipAllowlist', organization.ip_allowlist))::text
    AS credential,
  rows.managed_by, rows.revision, rows.revision || ' ' || rows.updated_at || ' ' || rows.state AS version,
  json_build_array(natural_key, configuration, secrets, state, rows.created_at, rows.updated_at)::text AS text
FROM unnest(:hash::bytea[], :kind::text[], :id::text[])
  WITH ORDINALITY AS asked(asked_hash, asked_kind, asked_id, place)
JOIN api_keys AS key ON key.hash = asked_hash AND key.revoked_at IS NULL
JOIN organizations AS organization ON organization.id = key.organization_id
LEFT JOIN rows ON rows.organization_id = key.organization_id AND rows.kind = asked_kind AND rows.id = asked_id
