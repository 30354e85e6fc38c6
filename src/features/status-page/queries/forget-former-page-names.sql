DELETE FROM former_page_names WHERE until <= :now
