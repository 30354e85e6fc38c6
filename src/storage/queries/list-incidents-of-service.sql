-- By the references that incidents hold to the service's components, newest first.
-- @result title, status, impact: !
SELECT id, configuration ->> 'title' AS title, configuration ->> 'status' AS status,
  configuration ->> 'impact' AS impact
FROM rows AS incident
WHERE organization_id = :organization_id AND kind = 'status_page_incidents'
  AND configuration ->> 'impact' = ANY (:impacts::text[])
  AND configuration ->> 'status' <> ALL (:not_in::text[])
  AND EXISTS (
    SELECT
    FROM row_references AS link
    JOIN rows AS component
      ON component.organization_id = link.organization_id AND component.kind = link.to_kind
      AND component.id = link.to_id
    WHERE link.organization_id = incident.organization_id AND link.kind = incident.kind
      AND link.id = incident.id AND link.to_kind = 'status_page_components'
      AND component.configuration ->> 'service' = :service
  )
ORDER BY id DESC
LIMIT :limit
