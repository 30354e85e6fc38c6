-- get-row-by-key.sql for several at once; place counts the asked from 1.
-- @result place: !
SELECT asked.place::int AS place, rows.kind, id, rows.natural_key, configuration, secrets, state, revision, managed_by,
  created_at, updated_at
FROM unnest(:organization_id::text[], :kind::text[], :natural_key::text[], :now::timestamptz[])
  WITH ORDINALITY AS asked(organization_id, kind, natural_key, now, place)
JOIN rows ON rows.organization_id = asked.organization_id AND rows.kind = asked.kind
  AND rows.natural_key = asked.natural_key
WHERE key_held_until IS NULL OR key_held_until > asked.now
