UPDATE audit_heads AS head SET code = given.code
FROM unnest($1::text[], $2::text[]) AS given (organization_id, code)
WHERE head.organization_id = given.organization_id
