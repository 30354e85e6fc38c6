-- Rows whose natural keys are one of these but for blanks and case; names.ts says which of them are taken for one another.
-- @plural: list-keys-like-several
-- @result found: { readonly id: string; readonly naturalKey: string }[]!
SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'naturalKey', natural_key)), '[]') AS found
FROM rows
WHERE organization_id = :organization_id AND kind = :kind AND natural_key IS NOT NULL
  AND alike_name(natural_key) = ANY (ARRAY(SELECT alike_name(key) FROM jsonb_array_elements_text(:keys::jsonb) AS key))
