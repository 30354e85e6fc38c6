-- By the references that incidents hold to the services' components, the newest of each service and impact first. Drafts
-- hold nothing.
-- @result service, title, status, impact: !
WITH holding AS MATERIALIZED (
  SELECT id, configuration ->> 'title' AS title, configuration ->> 'status' AS status, configuration ->> 'impact' AS impact
  FROM rows
  WHERE organization_id = :organization_id AND kind = 'status_page_incidents'
    AND configuration ->> 'status' <> ALL (:not_in::text[])
    AND configuration ->> 'draft' IS DISTINCT FROM 'true'
), held AS (
  SELECT DISTINCT service, holding.*
  FROM holding
  JOIN row_references AS link
    ON link.organization_id = :organization_id AND link.kind = 'status_page_incidents' AND link.id = holding.id
    AND link.to_kind = 'status_page_components'
  JOIN rows AS component
    ON component.organization_id = :organization_id AND component.kind = link.to_kind AND component.id = link.to_id
  JOIN unnest(:services::text[]) AS asked (service) ON service = component.configuration ->> 'service'
), placed AS (
  SELECT held.*, row_number() OVER (PARTITION BY service, impact ORDER BY id DESC) AS place
  FROM held
)
SELECT service, id, title, status, impact
FROM placed
WHERE place <= :limit
ORDER BY id DESC
