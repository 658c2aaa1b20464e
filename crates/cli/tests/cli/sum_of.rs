//! `phinum sum-of`.

use serde_json::Value;

use crate::nim::{json, nim, refused};

#[test]
fn sums_across_games() {
    let report = json(&["sum-of", "nim:9:8", "wythoff:3,5", "heap:7"]);
    // G(9, 8) = 5 and (3, 5) is cold.
    assert_eq!((&report["nim_sum"], &report["wins"]), (&2.into(), &true.into()));
    assert_eq!(report["components"][1]["value"], 0);
    let label = |one: &Value| {
        let text = |key: &str| one[key].to_string().replace('"', "");
        match one["game"].as_str().unwrap() {
            "nim" => format!("nim:{}:{}", text("heap"), text("cap")),
            "wythoff" => format!("wythoff:{},{}", text("a"), text("b")),
            _ => format!("heap:{}", text("heap")),
        }
    };
    let all = report["winning_moves"].as_array().unwrap();
    assert!(all.len() >= 2, "{report}");
    for one in all {
        let mut components: Vec<String> =
            report["components"].as_array().unwrap().iter().map(label).collect();
        components[one["component"].as_u64().unwrap() as usize] = label(&one["leaves"]);
        let args: Vec<&str> =
            ["sum-of"].into_iter().chain(components.iter().map(String::as_str)).collect();
        assert_eq!(json(&args)["wins"], false, "{args:?}");
    }
    // A sum of heaps alone is what `nim` says.
    let (here, there) = (json(&["sum-of", "nim:9", "nim:4"]), nim(&["9", "4"]));
    assert_eq!(here, there);
    let large = json(&["sum-of", "heap:10^30", "heap:5"]);
    assert_eq!(large["nim_sum"], format!("1{}5", "0".repeat(29)));
    let cold = json(&["sum-of", "wythoff:1836311903,2971215073"]);
    assert_eq!((&cold["wins"], &cold["nim_sum"]), (&false.into(), &0.into()));
    for (args, words) in [
        (&["sum-of", "chess:3"][..], "there are nim, wythoff, heap"),
        (&["sum-of", "wythof:3,5"], "did you mean 'wythoff'?"),
        (&["sum-of", "wythoff:3"], "two heaps"),
        (&["sum-of", "nim:"], "the heap is missing"),
        (&["sum-of", "heap:-1"], "negative"),
        (&["sum-of", "9"], "the game's name is missing"),
    ] {
        let said = refused(args);
        assert!(said.contains(words) && said.contains('^'), "{args:?}: {said}");
    }
    assert!(refused(&["sum-of"]).contains("GAME:POSITION"));
    // Past the table: a row whose period is proved, and one that is too far up.
    let far = json(&["sum-of", "wythoff:10,10^30", "heap:3"]);
    assert_eq!(far["wins"], true);
    let known = far["components"][0]["value"].as_str().expect("a large value");
    assert!(known.len() >= 30, "{known}");
    let far = json(&["sum-of", "wythoff:10^20,10^30", "heap:3"]);
    assert!(far["wins"].is_null() && far["components"][0]["at_least"] == 1, "{far}");
}
