-- list-keys-like.sql for several at once; place counts the asked from 1.
-- @result place: !
-- @result found: { readonly id: string; readonly naturalKey: string }[]!
SELECT asked.place::int AS place, (
  SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'naturalKey', natural_key)), '[]')
  FROM rows
  WHERE rows.organization_id = asked.organization_id AND rows.kind = asked.kind AND natural_key IS NOT NULL
    AND alike_name(natural_key)
      = ANY (ARRAY(SELECT alike_name(key) FROM jsonb_array_elements_text(asked.keys) AS key))
) AS found
FROM unnest(:organization_id::text[], :kind::text[], :keys::jsonb[])
  WITH ORDINALITY AS asked(organization_id, kind, keys, place)
