SELECT organization_id FROM service_names WHERE kind = :kind AND field = :field AND value = :value
