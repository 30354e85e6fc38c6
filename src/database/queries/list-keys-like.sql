-- Rows whose natural keys are one of these but for blanks and case; names.ts says which of them are taken for one another.
SELECT id, natural_key
FROM rows
WHERE organization_id = :organization_id AND kind = :kind AND natural_key IS NOT NULL
  AND alike_name(natural_key) = ANY (ARRAY(SELECT alike_name(key) FROM unnest(:keys::text[]) AS key))
