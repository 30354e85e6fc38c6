-- Of all organizations: the service looks at them by itself.
-- @result organizationId: string!
SELECT DISTINCT organization_id AS "organizationId" FROM rows WHERE kind = 'on_call_rotas'
UNION
SELECT organization_id FROM announced_shifts WHERE announced -> 'rotas' <> '{}'
