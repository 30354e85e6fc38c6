DELETE FROM scim_marks WHERE organization_id = :organization_id AND mark = ANY (:marks::text[])
