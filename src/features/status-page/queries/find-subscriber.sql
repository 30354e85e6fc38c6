-- @result asks: !
SELECT organization_id, status, asked_component_ids IS NOT NULL AS asks FROM status_page_subscribers WHERE id = :id
