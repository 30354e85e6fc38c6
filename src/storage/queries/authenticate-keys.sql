-- authenticate-key.sql for several at once; place counts the asked from 1. Many ask with one key: what is about it
-- comes once, with the first that asked, whose place the others name as `first`.
-- @param kind, id, version: nullable
-- @result place, first: !
WITH asked AS (
  SELECT * FROM unnest(:hash::bytea[], :kind::text[], :id::text[], :version::text[])
    WITH ORDINALITY AS asked(hash, kind, id, version, place)
), credential AS MATERIALIZED (
  SELECT sent.hash, sent.first, key.organization_id,
    json_build_object('id', key.id, 'name', key.name, 'scopes', key.scopes, 'connector_id', key.connector_id, 'last_used_at', key.last_used_at,
      'expires_at', key.expires_at,
      'organization', json_build_object('id', organization.id, 'slug', organization.slug,
        'name', organization.name, 'plan', organization.plan, 'ipAllowlist', organization.ip_allowlist))::text
      AS text
  FROM (SELECT hash, min(place) AS first FROM asked GROUP BY hash) AS sent
  JOIN api_keys AS key ON key.hash = sent.hash AND key.revoked_at IS NULL
  JOIN organizations AS organization ON organization.id = key.organization_id
)
SELECT asked.place::int AS place, credential.first::int AS first,
  CASE WHEN asked.place = credential.first THEN credential.text END AS credential,
  found.managed_by, found.revision,
  CASE WHEN found.version IS DISTINCT FROM asked.version THEN found.version END AS version,
  CASE WHEN found.version IS DISTINCT FROM asked.version THEN
    json_build_array(natural_key, configuration, secrets, state, created_at, updated_at)::text END AS text
FROM asked
JOIN credential ON credential.hash = asked.hash
LEFT JOIN LATERAL (
  SELECT rows.*, revision || ' ' || updated_at || ' ' || state AS version
  FROM rows
  WHERE rows.organization_id = credential.organization_id AND rows.kind = asked.kind AND rows.id = asked.id
  OFFSET 0
) AS found ON true
