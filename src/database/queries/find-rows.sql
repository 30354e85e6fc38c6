-- find-row.sql for several at once; place counts the asked from 1.
-- @result place, version, text: !
SELECT asked.place::int AS place, rows.id, managed_by, moved, revision,
  revision || ' ' || updated_at || ' ' || state AS version,
  json_build_array(natural_key, configuration, secrets, state, created_at, updated_at)::text AS text
FROM unnest(:organization_id::text[], :kind::text[], :id::text[])
  WITH ORDINALITY AS asked(organization_id, kind, id, place)
JOIN rows ON rows.organization_id = asked.organization_id AND rows.kind = asked.kind AND rows.id = asked.id
