-- Whether the settings of any row contain what is given for its kind. Expired rows are left out when lists leave them out.
-- @result known: !
SELECT EXISTS (
  SELECT FROM unnest(:kinds::text[], :matches::jsonb[]) AS given (kind, match)
  JOIN rows ON organization_id = :organization_id AND rows.kind = given.kind AND configuration @> given.match
    AND (key_held_until IS NULL OR key_held_until > :now::timestamptz - interval '30 days')
) AS known
