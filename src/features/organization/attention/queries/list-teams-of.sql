-- Teams that rows or alerts are about: those that the rows name, those that an alert's routes send to, and the owners of the
-- objectives of a policy's service.
-- @result kind, id, team: !
SELECT item.kind, item.id, link.to_id AS team
FROM unnest(:kinds::text[], :ids::text[]) AS item (kind, id)
JOIN row_references AS link ON link.organization_id = :organization_id AND link.kind = item.kind
  AND link.id = item.id AND link.to_kind = :team_kind
UNION
SELECT 'alerts', routing.alert_id, link.to_id
FROM alert_routings AS routing
JOIN row_references AS link ON link.organization_id = :organization_id AND link.kind = :route_kind
  AND link.id = routing.route_id AND link.to_kind = :team_kind
WHERE routing.organization_id = :organization_id AND routing.alert_id = ANY (:ids::text[])
UNION
SELECT policy.kind, policy.id, link.to_id
FROM rows AS policy
JOIN rows AS slo ON slo.organization_id = :organization_id AND slo.kind = :slo_kind
  AND slo.configuration ->> 'service' = policy.configuration ->> 'service'
JOIN row_references AS link ON link.organization_id = :organization_id AND link.kind = slo.kind
  AND link.id = slo.id AND link.to_kind = :team_kind
WHERE policy.organization_id = :organization_id AND policy.kind = :policy_kind AND policy.id = ANY (:ids::text[])
