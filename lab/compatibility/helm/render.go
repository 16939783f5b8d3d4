// Renders a chart with the template engine and the functions that Helm uses (text/template and sprig), where Helm itself is missing.
//
//	render CHART RELEASE NAMESPACE VALUES.json
//
// The values are complete: defaults are merged and checked by the caller. It prints one document per template, as JSON: {name: text}.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"gopkg.in/yaml.v3"
)

func main() {
	if len(os.Args) != 5 {
		fail(fmt.Errorf("usage: render CHART RELEASE NAMESPACE VALUES.json"))
	}
	out, err := render(os.Args[1], os.Args[2], os.Args[3], os.Args[4])
	if err != nil {
		fail(err)
	}
	if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func render(chart, release, namespace, valuesFile string) (map[string]string, error) {
	metadata, err := readYAML(filepath.Join(chart, "Chart.yaml"))
	if err != nil {
		return nil, err
	}
	values, err := readYAML(valuesFile)
	if err != nil {
		return nil, err
	}
	files, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	if err != nil {
		return nil, err
	}
	root := template.New("chart").Option("missingkey=zero")
	root.Funcs(functions(root))
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if _, err := root.New(filepath.Base(file)).Parse(string(text)); err != nil {
			return nil, err
		}
	}
	data := map[string]interface{}{
		"Values": values,
		// As Helm names them: the fields of Chart.yaml begin with a capital letter.
		"Chart":   map[string]interface{}{"Name": metadata["name"], "Version": metadata["version"], "AppVersion": metadata["appVersion"]},
		"Release": map[string]interface{}{"Name": release, "Namespace": namespace, "Service": "Helm", "IsInstall": true, "Revision": 1},
	}
	out := map[string]string{}
	for _, file := range files {
		name := filepath.Base(file)
		if strings.HasPrefix(name, "_") {
			continue
		}
		var text bytes.Buffer
		if err := root.ExecuteTemplate(&text, name, data); err != nil {
			return nil, err
		}
		// Helm does the same: a missing value is empty.
		out[name] = strings.ReplaceAll(text.String(), "<no value>", "")
	}
	return out, nil
}

func readYAML(file string) (map[string]interface{}, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	values := map[string]interface{}{}
	return values, yaml.Unmarshal(text, &values)
}

// functions returns those of sprig without access to the machine, as in Helm, and the ones that Helm adds.
func functions(root *template.Template) template.FuncMap {
	all := sprig.TxtFuncMap()
	delete(all, "env")
	delete(all, "expandenv")
	all["include"] = func(name string, data interface{}) (string, error) {
		var text bytes.Buffer
		err := root.ExecuteTemplate(&text, name, data)
		return text.String(), err
	}
	all["required"] = func(message string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return nil, fmt.Errorf("%s", message)
		}
		return value, nil
	}
	all["toYaml"] = func(value interface{}) (string, error) {
		var text bytes.Buffer
		encoder := yaml.NewEncoder(&text)
		encoder.SetIndent(2)
		err := encoder.Encode(value)
		return strings.TrimSuffix(text.String(), "\n"), err
	}
	all["fromYaml"] = func(text string) (map[string]interface{}, error) {
		values := map[string]interface{}{}
		return values, yaml.Unmarshal([]byte(text), &values)
	}
	return all
}
