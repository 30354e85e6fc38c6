UPDATE audit_heads AS head SET code = given.code
FROM unnest(:organization_ids::text[], :codes::text[]) AS given (organization_id, code)
WHERE head.organization_id = given.organization_id
