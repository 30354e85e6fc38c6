-- Rows whose natural keys are one of these but for blanks and case; names.ts says which of them are taken for one another.
-- The column's own collation knows no capitals but ASCII's.
SELECT id, natural_key
FROM rows
WHERE organization_id = :organization_id AND kind = :kind AND natural_key IS NOT NULL
  AND lower(translate(natural_key COLLATE "default", E' \u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u202F\u205F\u3000', '')) = ANY (
    SELECT lower(translate(key, E' \u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u202F\u205F\u3000', ''))
    FROM unnest(:keys::text[]) AS key
  )
